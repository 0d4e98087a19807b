import { CompanyVersion } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import type { CompanyRow } from "./company.store.ts";

/** Companies made here have permissions by scope level; offering boarding or daycare makes it a BD company (core §6). */
export const versionOf = (row: Pick<CompanyRow, "careTypes">): CompanyVersion =>
  row.careTypes.includes("BOARDING") || row.careTypes.includes("DAYCARE") ? CompanyVersion.BD : CompanyVersion.AS;
