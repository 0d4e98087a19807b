import { randomBytes } from "node:crypto";
import { unlessTaken } from "@leashline/kit";

export const unlessNameTaken = <T>(done: Promise<T>): Promise<T> =>
  unlessTaken(done, { business_name_once: ["NAME_IN_USE", "businessName"] });

export const newInvitationCode = (): string => randomBytes(6).toString("hex").toUpperCase();
