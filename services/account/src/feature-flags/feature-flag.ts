import { FeatureFlagOwnerLevel as L } from "@leashline/proto/leashline/account/v1/feature_flag_service_pb.js";

/** Every flag there is, with what holds until somebody sets it (growth §6). */
export const flags = [
  { key: "membership", title: "Memberships", enabled: true },
  { key: "workflow", title: "Automated workflows", enabled: true },
  { key: "group_class", title: "Group classes", enabled: true },
  { key: "leads_management", title: "Leads", enabled: true },
  { key: "fulfillment_flow", title: "Fulfillment flow", enabled: true },
  { key: "geo_fencing", title: "Geo-fencing at the clock", enabled: false },
  { key: "overbook_permission", title: "Overbooking needs permission", enabled: true },
] as const;

export type FlagRow = { key: string; ownerLevel: number; enabled: boolean };
/** The value that holds: of the narrowest level that sets it, else the default. */
export const flagsFor = (rows: readonly FlagRow[]) =>
  flags.map((flag) => {
    const set = rows.filter((row) => row.key === flag.key).toSorted((a, b) => b.ownerLevel - a.ownerLevel)[0];
    return {
      key: flag.key as string,
      title: flag.title as string,
      enabled: set?.enabled ?? flag.enabled,
      ownerLevel: (set?.ownerLevel ?? L.SYSTEM) as L,
    };
  });
