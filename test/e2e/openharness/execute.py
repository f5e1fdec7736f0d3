"""Runs events through OpenHarness's own HookExecutor.

One job a line on stdin: {"event", "payload", "cwd", "env"}. The hooks come from the settings
file that OpenHarness itself would read in that environment. One line of JSON a job comes back.
"""

import asyncio
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from openharness.config import load_settings
from openharness.hooks import HookEvent, HookExecutionContext, HookExecutor
from openharness.hooks.loader import load_hook_registry


async def execute(job: dict) -> dict:
    os.environ.clear()
    os.environ.update(job["env"])
    context = HookExecutionContext(cwd=Path(job["cwd"]), api_client=None, default_model="none")
    executor = HookExecutor(load_hook_registry(load_settings()), context)
    result = await executor.execute(HookEvent(job["event"]), job["payload"])
    results = [asdict(one) for one in result.results]
    return {"blocked": result.blocked, "reason": result.reason, "results": results}


for line in sys.stdin:
    print(json.dumps(asyncio.run(execute(json.loads(line)))), flush=True)
