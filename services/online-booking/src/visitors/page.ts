import type { Ctx } from "@leashline/kit";
import type { SettingRow } from "../settings/setting.store.ts";

/** What a visitor's call needs of the business whose page they are on. */
export type Page = { ctx: Ctx; setting: SettingRow; business: { businessName: string; country: string } };
