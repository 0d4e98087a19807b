import { fail, implement, named } from "@leashline/kit";
import {
  DefaultSettingService,
  UpdateBusinessEmailRequestSchema,
} from "@leashline/proto/leashline/account/v1/default_setting_service_pb.js";
import { findCompany, updateCompany } from "../companies/company.store.ts";
import { command, query } from "../db.ts";
import { emailKey, emailProblem } from "../shared/fields.ts";
import { toEmail, toFrequency, toSetting } from "./default-setting.mapper.ts";
import { findEmails, listSettings, saveEmails, saveSetting } from "./default-setting.store.ts";

export const defaultSettingRpc = implement(DefaultSettingService, {
  async getDefaultSetting({ businessId, type }, ctx) {
    return { settings: (await query(ctx, (db) => listSettings(db, businessId, type))).map(toSetting) };
  },

  async updateDefaultSetting({ businessId, type, values: inOrder, value1, value2, value3, value4, value5 }, ctx) {
    const named = [value1, value2, value3, value4, value5];
    const values = Object.fromEntries(
      named.flatMap((value, at) => {
        const text = value ?? inOrder[at];
        return text === undefined ? [] : [[`value${at + 1}`, text]];
      }),
    );
    return await command(ctx, async (tx) => {
      const row = await saveSetting(tx.db, businessId, type, values);
      tx.log({ entity: "default_setting", id: String(type), action: "updated", after: values, businessId });
      return { setting: toSetting(row) };
    });
  },

  async getBusinessEmail({ businessId }, ctx) {
    return { businessEmail: toEmail(businessId, await query(ctx, (db) => findEmails(db, businessId))) };
  },

  async updateBusinessEmail(request, ctx) {
    const { businessId, notificationEmailList, updateMask } = request;
    const isNamed = named(UpdateBusinessEmailRequestSchema, request, updateMask).has("notificationEmailList");
    if (!isNamed) return { businessEmail: toEmail(businessId, await query(ctx, (db) => findEmails(db, businessId))) };
    const list = [...new Map(notificationEmailList.map((email) => [emailKey(email), email.trim()])).values()];
    const wrong = list.find((email) => emailProblem(email) !== null);
    if (wrong !== undefined)
      throw fail("PARAMS_INVALID", { message: "Invalid email", field: "notificationEmailList", reason: "Invalid email" });
    return await command(ctx, async (tx) => {
      const row = await saveEmails(tx.db, businessId, list);
      tx.log({ entity: "business", id: businessId, action: "notification e-mails updated", after: { list }, businessId });
      return { businessEmail: toEmail(businessId, row) };
    });
  },

  async getDefaultGroomingFrequency(_request, ctx) {
    return { frequency: toFrequency(await query(ctx, (db) => findCompany(db))) };
  },

  async updateDefaultGroomingFrequency({ period, value }, ctx) {
    const patch = {
      ...(period !== undefined && { frequencyPeriod: period }),
      ...(value !== undefined && { frequencyValue: value }),
      frequencyAccountId: ctx.caller.accountId,
    };
    return await command(ctx, async (tx) => ({ frequency: toFrequency(await updateCompany(tx.db, patch)) }));
  },
});
