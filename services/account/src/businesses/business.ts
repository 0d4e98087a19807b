import { randomBytes } from "node:crypto";
import { fail } from "@leashline/kit";

export function businessRefusal(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && constraint === "business_name_once" ? fail("NAME_IN_USE", { field: "businessName" }) : error;
}

export const newInvitationCode = (): string => randomBytes(6).toString("hex").toUpperCase();
