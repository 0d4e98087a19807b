import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import { fail } from "@leashline/kit";
import type { SignInRequest, SignInResponseSchema } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { toAccount } from "../accounts/account.mapper.ts";
import { findAccount } from "../accounts/account.store.ts";
import { command, query } from "../db.ts";
import { takeSecret } from "../sessions/session.store.ts";
import { landing, startSession } from "../sessions/sign-in.ts";
import { sha256 } from "../shared/secrets.ts";
import { mustKnowCode } from "./code.ts";

/** The second step of signing in: the challenge says who, the code says that it is them. */
export async function signInWithCode(ctx: Ctx, request: SignInRequest): Promise<MessageInitShape<typeof SignInResponseSchema>> {
  const hash = sha256(request.challenge);
  const accountId = await command(ctx, (tx) => takeSecret(tx.db, "challenge", hash, false), { step: "challenge" });
  if (!accountId) throw fail("CODE_INVALID", { message: "Please sign in again." });
  await mustKnowCode(ctx, accountId, request.code);
  await command(ctx, (tx) => takeSecret(tx.db, "challenge", hash, true), { step: "used" });
  const account = await query(ctx, (db) => findAccount(db, accountId));
  if (account?.status !== "normal") throw fail("SIGN_IN_FAILED");
  const sessionToken = await startSession(ctx, account.id, request.deviceName);
  return { account: toAccount(account), sessionToken, landing: await landing(ctx, account.id) };
}
