import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { PasskeyService } from "@leashline/proto/leashline/account/v1/passkey_service_pb.js";
import { PasswordResetService } from "@leashline/proto/leashline/account/v1/password_reset_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { errorCode, messageOf } from "../../ui/feedback/call-errors.ts";
import { clientFor } from "../calls/transport.ts";
import { showPasskey } from "./passkey.ts";

export { loadSession, resumeSession, startSession } from "./session-api.ts";

/** The calls of the pages before sign-in, apart from them, so that those pages show before the call library is there. */
export type Result<T> =
  | { answer: T; error?: undefined; code?: undefined }
  | { answer?: undefined; error: string; code?: number | undefined };

const attempt = async <T>(call: Promise<T>): Promise<Result<T>> => {
  try {
    return { answer: await call };
  } catch (error) {
    return { error: messageOf(error), code: errorCode(error) };
  }
};

const sessions = clientFor(SessionService);
const accounts = clientFor(AccountService);
const passkeys = clientFor(PasskeyService);
const resets = clientFor(PasswordResetService);

export const signIn = (request: Parameters<typeof sessions.signIn>[0]) => attempt(sessions.signIn(request));
export const signUp = (request: Parameters<typeof accounts.signUp>[0]) => attempt(accounts.signUp(request));
export const sendCode = (email: string) => attempt(resets.sendPasswordResetCode({ email }));
export const checkCode = (email: string, code: string) => attempt(resets.checkPasswordResetCode({ email, code }));
export const resetPassword = (email: string, code: string, password: string) => attempt(resets.resetPassword({ email, code, password }));

/** Signs in with what the device holds. An answer of false: the person thought better of it. */
export const signInByPasskey = async (): Promise<Result<boolean>> => {
  const begun = await attempt(passkeys.beginPasskeySignIn({}));
  if (begun.error !== undefined) return begun;
  const credentialJson = await showPasskey(begun.answer.optionsJson);
  if (!credentialJson) return { answer: false };
  const done = await attempt(passkeys.finishPasskeySignIn({ credentialJson }));
  return done.error === undefined ? { answer: true } : done;
};
