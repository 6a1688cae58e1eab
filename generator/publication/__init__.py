"""The one door between private and public: the closed report, its aliases, its schema."""
