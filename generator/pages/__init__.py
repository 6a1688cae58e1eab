"""From the public report to Markdown, figures and downloads; nothing private is in reach here."""
