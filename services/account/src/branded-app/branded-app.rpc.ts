import { fail, implement } from "@leashline/kit";
import { BrandedAppService } from "@leashline/proto/leashline/account/v1/branded_app_service_pb.js";
import { command, query } from "../db.ts";
import { webAddressProblem } from "../shared/fields.ts";
import { findApp, removeApp, saveApp } from "./branded-app.store.ts";

export const brandedAppRpc = implement(BrandedAppService, {
  async getBrandedAppConfig(_request, ctx) {
    const row = await query(ctx, (db) => findApp(db, ctx.companyId));
    return row
      ? { config: { companyId: ctx.companyId, brandedAppId: row.branded_app_id, appIconUrl: row.app_icon_url, appName: row.app_name } }
      : {};
  },

  async updateBrandedAppConfig(request, ctx) {
    const reason = request.appIconUrl?.startsWith("/") ? null : webAddressProblem(request.appIconUrl ?? "");
    if (reason) throw fail("PARAMS_INVALID", { message: reason, field: "appIconUrl", reason });
    return await command(ctx, async (tx) => {
      tx.lock(["branded_app"]);
      const before = await findApp(tx.db, ctx.companyId);
      const brandedAppId = request.brandedAppId ?? before?.branded_app_id ?? "";
      const appIconUrl = request.appIconUrl ?? before?.app_icon_url ?? "";
      const appName = request.appName ?? before?.app_name ?? "";
      tx.log({ entity: "branded_app", id: ctx.companyId, action: appName ? "saved" : "removed", after: { brandedAppId, appName } });
      if (appName === "") {
        await removeApp(tx.db, ctx.companyId);
        return {};
      }
      await saveApp(tx.db, ctx.companyId, { branded_app_id: brandedAppId, app_icon_url: appIconUrl, app_name: appName });
      return { config: { companyId: ctx.companyId, brandedAppId, appIconUrl, appName } };
    });
  },
});
