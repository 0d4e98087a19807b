import type { Client } from "@connectrpc/connect";
import { type Caller, nobody } from "@leashline/kit";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { SecondFactorService } from "@leashline/proto/leashline/account/v1/second_factor_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { codeAt, stepAt } from "../src/second-factor/totp.ts";
import { sha256 } from "../src/shared/secrets.ts";
import { type Harness, password } from "./harness.ts";

let counter = 0;

/** A person on the staff who signed up and accepted their invite, as the gateway would know them. */
export async function hire(
  harness: Harness,
  owner: Caller,
  person: { firstName: string; roleId: string; businessIds?: string[] },
): Promise<{ caller: Caller; token: string; staffId: string }> {
  const { staff } = await harness.as(StaffService, owner).createStaff(person);
  const { inviteCode } = await harness.as(InviteService, owner).sendStaffInvite({ staffId: staff?.id as string });
  const email = `${person.firstName.toLowerCase()}${++counter}@staff.test`;
  const account = await harness.signUp(email);
  await harness.as(InviteService, account).acceptInviteCode({ inviteCode });
  const token = harness.tokens.get(email) as string;
  return { caller: await harness.callerOf(token), token, staffId: staff?.id as string };
}

hire.resolveKey = (harness: Harness, secret: string) =>
  harness.as(SessionService, { ...nobody, via: "gateway" }).resolveSession({ apiKeyHash: sha256(secret) });

/** Turns the second factor of an account on; answers what its app knows. */
export async function factorFor(harness: Harness, caller: Caller): Promise<{ secret: Buffer; recoveryCodes: string[] }> {
  const factor = harness.as(SecondFactorService, caller);
  const { secret } = await factor.beginSecondFactor({ currentPassword: password });
  const bytes = fromBase32(secret);
  return { secret: bytes, recoveryCodes: await confirmFactor(factor, bytes) };
}

/** Confirms with the code of the half minute before, which leaves this one's for signing in. Should the half minute turn over on the way, once more. */
export async function confirmFactor(factor: Client<typeof SecondFactorService>, secret: Buffer): Promise<string[]> {
  const confirm = async (step: number) => (await factor.confirmSecondFactor({ code: codeAt(secret, step - 1) })).recoveryCodes;
  const begun = stepAt(Date.now());
  try {
    return await confirm(begun);
  } catch (error) {
    if (stepAt(Date.now()) === begun) throw error;
    return await confirm(stepAt(Date.now()));
  }
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
