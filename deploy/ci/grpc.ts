import { spawnSync } from "node:child_process";
import { install } from "../infra/binary.ts";

/** Whether this machine's Python speaks gRPC. */
const isHere = (): boolean => spawnSync("python3", ["-c", "import grpc"], { stdio: "ignore" }).status === 0;

/** Debian's Python client of gRPC, which a test of the gateway calls with. Answers why it is not here, if it is not: the test is then left out. */
export function pythonGrpc(): string | undefined {
  if (!isHere()) install({ program: "python3", package: "python3-grpcio" }, (line) => console.log(line));
  return isHere() ? undefined : "python3-grpcio is not here: sudo apt-get install -y python3-grpcio";
}
