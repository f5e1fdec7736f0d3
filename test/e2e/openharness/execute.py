"""Runs events through OpenHarness's own HookExecutor.

One job a line on stdin: {"event", "payload", "cwd", "env", "model"}. The hooks come from the
settings file and the plugins that OpenHarness itself would read in that environment; `model` is
the address of an OpenAI-compatible one, or null. One line of JSON a job comes back: what the
executor answers, or {"raised"} with the error that left it.
"""

import asyncio
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from openharness.api.openai_client import OpenAICompatibleClient
from openharness.config import load_settings
from openharness.hooks import HookEvent, HookExecutionContext, HookExecutor
from openharness.hooks.loader import load_hook_registry
from openharness.plugins.loader import load_plugins


async def execute(job: dict) -> dict:
    os.environ.clear()
    os.environ.update(job["env"])
    model = job["model"]
    client = OpenAICompatibleClient("no-key", base_url=model) if model else None
    context = HookExecutionContext(cwd=Path(job["cwd"]), api_client=client, default_model="default")
    try:
        settings = load_settings()
        plugins = load_plugins(settings, job["cwd"])
        executor = HookExecutor(load_hook_registry(settings, plugins), context)
        result = await executor.execute(HookEvent(job["event"]), job["payload"])
    except Exception as error:
        return {"raised": f"{type(error).__name__}: {error}"}
    results = [asdict(one) for one in result.results]
    return {"blocked": result.blocked, "reason": result.reason, "results": results}


for line in sys.stdin:
    print(json.dumps(asyncio.run(execute(json.loads(line)))), flush=True)
