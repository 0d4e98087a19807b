import type { Impl } from "@leashline/kit";
import type { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { toAccount } from "../accounts/account.mapper.ts";
import { command } from "../db.ts";
import { putSecret } from "../sessions/session.store.ts";
import { accountOf, landing, startSession } from "../sessions/sign-in.ts";
import { newSecret, sha256 } from "../shared/secrets.ts";
import { signInWithCode } from "./sign-in.ts";

const challengeMinutes = 5;

export const signInHandlers = {
  async signIn(request, ctx) {
    if (request.challenge !== "") return await signInWithCode(ctx, request);
    const account = await accountOf(ctx, request.email, request.password);
    if (account.secondFactorEnabled) {
      const challenge = newSecret(ctx, "challenge");
      await command(ctx, (tx) => putSecret(tx.db, account.id, "challenge", sha256(challenge), challengeMinutes), { step: "challenge" });
      return { secondFactorRequired: true, challenge };
    }
    const sessionToken = await startSession(ctx, account.id, request.deviceName);
    return { account: toAccount(account), sessionToken, landing: await landing(ctx, account.id) };
  },
} satisfies Partial<Impl<typeof SessionService>>;
