"""How a Harbor trial ends: the verifier's rewards, and the exceptions that were recorded.

The harness itself says of each exception whether a reward beside it is worth anything. Where it is
not, the trial is no evidence of the agent. An exception that nobody listed is read as such, too,
unless the reward is full.
"""

from __future__ import annotations

from generator.artifacts.endings import FAILED, PASSED, Ending
from generator.artifacts.records import FailureMode, InvalidCause, State

_MISSING = InvalidCause.INFRASTRUCTURE_MISSING
_TIMEOUT = InvalidCause.HARNESS_TIMEOUT
_BILLING = InvalidCause.BILLING_EXHAUSTED

# Exceptions beside which a reward is the agent's own.
_OF_THE_AGENT = (
    "AgentSafetyRefusalError",
    "ContentPolicyViolationError",
    "ContextLengthExceededError",
    "ContextWindowExceededError",
    "OutputLengthExceededError",
    "OutputTokenExceededError",
)
# The same, but what stopped the agent may as well have been the place it ran in.
_CONTESTED = ("AgentTimeoutError", "NonZeroAgentExitCodeError")
_NO_EVIDENCE = {
    **dict.fromkeys(
        (
            "AddTestsDirError",
            "AgentAuthenticationError",
            "APIConnectionError",
            "APIError",
            "APIResponseValidationError",
            "ApiConnectionClosedError",
            "ApiConnectionError",
            "ApiError",
            "ApiInternalServerError",
            "ApiOverloadedError",
            "ApiProviderResourceNotFoundError",
            "ApiRateLimitError",
            "ApiResponseStalledError",
            "AuthenticationError",
            "BadRequestError",
            "CancelledError",
            "DownloadVerifierDirError",
            "DspyImportError",
            "GKEExecStreamClosedError",
            "GKEPodNotFoundError",
            "HealthcheckError",
            "InternalServerError",
            "MemoryLimitExceededError",
            "MissingExtraError",
            "ModelNotFoundError",
            "NetworkConnectionError",
            "NotFoundError",
            "PermissionDeniedError",
            "RateLimitError",
            "RegradeError",
            "RewardFileEmptyError",
            "RewardFileNotFoundError",
            "RuntimeRequestError",
            "SSHAccessError",
            "SandboxBuildFailedError",
            "SandboxLikelyOutOfMemoryError",
            "ServiceOperationsUnsupportedError",
            "ServiceUnavailableError",
            "UnknownApiError",
            "UnprocessableEntityError",
            "UnsupportedModelParametersError",
            "UnsupportedParamsError",
            "VercelScopeError",
            "VerifierOutputParseError",
        ),
        _MISSING,
    ),
    **dict.fromkeys(
        (
            "AgentSetupTimeoutError",
            "EnvironmentBuildTimeoutError",
            "EnvironmentStartTimeoutError",
            "Timeout",
            "VerifierTimeoutError",
        ),
        _TIMEOUT,
    ),
    **dict.fromkeys(("ApiUsageLimitError", "BudgetExceededError"), _BILLING),
}


def _invalid(name: str, cause: InvalidCause) -> Ending:
    return Ending(name=name, state=State.INVALID, cause=cause, contested=True)


_NO_REWARD = _invalid("no_reward", _MISSING)
OTHER = _invalid("other", _MISSING)
_JUDGED = {
    name: Ending(
        name=name,
        state=State.FAILURE,
        mode=FailureMode.ORACLE_JUDGED,
        contested=name in _CONTESTED,
    )
    for name in (*_OF_THE_AGENT, *_CONTESTED)
}
_UNJUDGED = {
    name: _invalid(f"{name}_no_reward", _TIMEOUT if name == "AgentTimeoutError" else _MISSING)
    for name in _JUDGED
}
_BROKEN = {name: _invalid(name, cause) for name, cause in _NO_EVIDENCE.items()}

ENDINGS: tuple[Ending, ...] = (
    PASSED,
    FAILED,
    _NO_REWARD,
    *_JUDGED.values(),
    *_UNJUDGED.values(),
    *_BROKEN.values(),
    OTHER,
)
"""Every way in which a trial can end, each under one word."""


def ending_of(exceptions: list[str], passed: bool | None) -> Ending:  # noqa: FBT001 - a verdict
    """Return how a trial ended; `passed` is None where there is no reward.

    `exceptions` are the types of what was recorded, in its order. Of several, the first one that
    says the reward is worth nothing decides, else one that is not known, else the first.
    """
    broken = next((name for name in exceptions if name in _BROKEN), None)
    if broken is not None:
        return _BROKEN[broken]
    if passed:
        return PASSED
    if any(name not in _JUDGED for name in exceptions):
        return OTHER
    if not exceptions:
        return _NO_REWARD if passed is None else FAILED
    return (_UNJUDGED if passed is None else _JUDGED)[exceptions[0]]
