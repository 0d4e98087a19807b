import { type Caller, nobody } from "@leashline/kit";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { sha256 } from "../src/shared/secrets.ts";
import type { Shop } from "./shop.ts";

let counter = 0;

/** A person on the staff who signed up and accepted their invite, as the gateway would know them. */
export async function hire(
  shop: Shop,
  owner: Caller,
  person: { firstName: string; roleId: string; businessIds?: string[] },
): Promise<{ caller: Caller; token: string; staffId: string }> {
  const { staff } = await shop.as(StaffService, owner).createStaff(person);
  const { inviteCode } = await shop.as(InviteService, owner).sendStaffInvite({ staffId: staff?.id as string });
  const email = `${person.firstName.toLowerCase()}${++counter}@staff.test`;
  const account = await shop.signUp(email);
  await shop.as(InviteService, account).acceptInviteCode({ inviteCode });
  const token = shop.tokens.get(email) as string;
  return { caller: await shop.callerOf(token), token, staffId: staff?.id as string };
}

hire.resolveKey = (shop: Shop, secret: string) =>
  shop.as(SessionService, { ...nobody, via: "gateway" }).resolveSession({ apiKeyHash: sha256(secret) });
