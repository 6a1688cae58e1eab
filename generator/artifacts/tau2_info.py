"""What τ²-bench results say of their run: the agent, the simulated user, the domain, the plan."""

from __future__ import annotations

from dataclasses import dataclass

from generator.artifacts.checks import MOST_TRIALS, amount, identifier, text, whole
from generator.artifacts.json_level import Level, read_level
from generator.artifacts.json_walk import Members
from generator.artifacts.plain_names import plain_name
from generator.artifacts.records import ArmIdentity, JsonValue

# What else of a run is the same for all its simulations, and makes another arm.
_MODES = (
    "audio_native_config",
    "retrieval_config",
    "retrieval_config_kwargs",
    "speech_complexity",
    "text_streaming_config",
)


@dataclass(frozen=True, slots=True)
class Info:
    """The arm, the domain whose tasks are tried, and how often each one is."""

    arm: ArmIdentity
    domain: str
    num_trials: int

    def case_id(self, task: str) -> str:
        """Return the id of a case: tasks of different domains may have the same numbers."""
        return f"{self.domain}/{task}"


def read_info(top: Members, depth: int) -> Info:
    """Read `info` out of the members of the results; all that is wrong is raised together."""
    return read_level(top, depth, lambda level: _info(level.inner("info")))


def _info(level: Level) -> Info:
    run = level.fields(("git_commit", "num_trials", "max_steps", "max_errors"))
    agent = level.inner("agent_info").fields(("implementation", "llm"))
    settings = level.inner("agent_info").inner("llm_args")
    generation = settings.fields(("temperature", "reasoning_effort"))
    voice = level.inner("audio_native_config").fields(("model", "reasoning_effort"))
    user = level.inner("user_info").fields(("implementation", "llm"))
    domain = level.inner("environment_info").fields(("domain_name",))
    name = domain.required("domain_name", identifier)
    implementation = agent.nullable("implementation", text)
    model = agent.nullable("llm", text) or voice.nullable("model", text)
    effort = generation.nullable("reasoning_effort", text)
    effort = effort or voice.nullable("reasoning_effort", text)
    conditions: dict[str, JsonValue] = {
        "max_steps": run.nullable("max_steps", whole(0)),
        "max_errors": run.nullable("max_errors", whole(0)),
        "temperature": generation.nullable("temperature", amount),
        "user": user.nullable("implementation", text),
        "agent_args_sha256": level.inner("agent_info").digest("llm_args"),
        "user_args_sha256": level.inner("user_info").digest("llm_args"),
        "modes_sha256": level.digest(*_MODES),
        "user_model": plain_name(user.nullable("llm", text)),
    }
    stated: dict[str, JsonValue] = {
        key: value for key, value in conditions.items() if value is not None
    }
    arm = ArmIdentity(
        arm_id=" ".join(part for part in (name, model, implementation, effort) if part),
        served_model=model,
        effort=effort,
        harness="tau2-bench",
        harness_version=run.nullable("git_commit", text),
        runner_config=stated or None,
        profile=implementation,
    )
    return Info(
        arm=arm, domain=name, num_trials=run.nullable("num_trials", whole(1, MOST_TRIALS)) or 1
    )
