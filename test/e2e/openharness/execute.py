"""Runs one event through OpenHarness's own HookExecutor.

Reads {"event", "payload", "cwd"} from stdin, takes the hooks from the settings file that
OpenHarness itself would read, and prints the result as JSON.
"""

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path

from openharness.config import load_settings
from openharness.hooks import HookEvent, HookExecutionContext, HookExecutor
from openharness.hooks.loader import load_hook_registry


async def main() -> None:
    job = json.load(sys.stdin)
    context = HookExecutionContext(cwd=Path(job["cwd"]), api_client=None, default_model="none")
    executor = HookExecutor(load_hook_registry(load_settings()), context)
    result = await executor.execute(HookEvent(job["event"]), job["payload"])
    results = [asdict(one) for one in result.results]
    print(json.dumps({"blocked": result.blocked, "reason": result.reason, "results": results}))


asyncio.run(main())
