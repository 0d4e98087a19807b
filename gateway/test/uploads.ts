// The account service's part in uploads, as it is: what becomes of files on their way.
import { service as account } from "@leashline/account";
import type { RpcGroup } from "@leashline/kit";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { UploadStateService } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { UploadStates } from "../src/uploads/states.ts";
import { asking } from "../src/upstream/ask.ts";
import { Upstreams } from "../src/upstream/upstream.ts";
import type { GatewayHarness } from "./harness.ts";

export const uploadStates: RpcGroup[] = (account.rpcs ?? []).filter(({ service }) => service.typeName === UploadStateService.typeName);

/** The gateway's way of asking it, for tests that look at what it keeps. */
export function statesOf({ servers }: GatewayHarness): UploadStates {
  const { port } = servers.running;
  const parts = {
    contract: loadContract(),
    upstreams: new Upstreams(() => `http://127.0.0.1:${port}`, 5_000),
    signingKey: servers.config.signingKey,
  };
  return new UploadStates(asking(UploadStateService, parts), () => "test");
}
