import { type Staff, StaffLinkStatus } from "@leashline/proto/leashline/account/v1/staff_pb.js";

/** Whether a person has a login, in words (growth §4). */
export const linkState = (staff: Pick<Staff, "linkStatus">): { label: string; tone: "ok" | "warn" | "plain" } => {
  if (staff.linkStatus === StaffLinkStatus.LINKED) return { label: "Signs in", tone: "ok" };
  if (staff.linkStatus === StaffLinkStatus.PENDING) return { label: "Invited", tone: "warn" };
  if (staff.linkStatus === StaffLinkStatus.UNLINKED) return { label: "Unlinked", tone: "plain" };
  return { label: "No login", tone: "plain" };
};
