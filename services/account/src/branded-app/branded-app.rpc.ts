import { fail, implement } from "@leashline/kit";
import { BrandedAppService } from "@leashline/proto/leashline/account/v1/branded_app_service_pb.js";
import { webAddressProblem } from "@leashline/proto/rules/web-address.ts";
import { command, query } from "../db.ts";
import { findApp, removeApp, saveApp } from "./branded-app.store.ts";

export const brandedAppRpc = implement(BrandedAppService, {
  async getBrandedAppConfig(_request, ctx) {
    const row = await query(ctx, (db) => findApp(db));
    return row
      ? { config: { companyId: ctx.companyId, brandedAppId: row.brandedAppId, appIconUrl: row.appIconUrl, appName: row.appName } }
      : {};
  },

  async updateBrandedAppConfig(request, ctx) {
    const reason = request.appIconUrl?.startsWith("/") ? null : webAddressProblem(request.appIconUrl ?? "");
    if (reason) throw fail("PARAMS_INVALID", { message: reason, field: "appIconUrl", reason });
    return await command(ctx, async (tx) => {
      tx.lock(["branded_app"]);
      const before = await findApp(tx.db);
      const brandedAppId = request.brandedAppId ?? before?.brandedAppId ?? "";
      const appIconUrl = request.appIconUrl ?? before?.appIconUrl ?? "";
      const appName = request.appName ?? before?.appName ?? "";
      tx.log({ entity: "branded_app", id: ctx.companyId, action: appName ? "saved" : "removed", after: { brandedAppId, appName } });
      if (appName === "") {
        await removeApp(tx.db);
        return {};
      }
      await saveApp(tx.db, { brandedAppId, appIconUrl, appName });
      return { config: { companyId: ctx.companyId, brandedAppId, appIconUrl, appName } };
    });
  },
});
