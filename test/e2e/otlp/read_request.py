"""Reads an ExportLogsServiceRequest in its JSON form with the protocol's own classes, which refuse
fields that there are none of, and prints what they understood."""

import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

request = json_format.Parse(sys.stdin.read(), ExportLogsServiceRequest())
logs = request.resource_logs[0]
print(
    json.dumps(
        {
            "resource": {one.key: one.value.string_value for one in logs.resource.attributes},
            "records": [
                {
                    "time": one.time_unix_nano,
                    "severity": one.severity_number,
                    "body": json_format.MessageToDict(one.body),
                    "attributes": {item.key: item.value.string_value for item in one.attributes},
                }
                for one in logs.scope_logs[0].log_records
            ],
        }
    )
)
