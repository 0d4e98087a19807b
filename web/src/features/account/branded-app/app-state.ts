import type { BrandedAppConfig } from "@leashline/proto/leashline/account/v1/branded_app_service_pb.js";

/** How far the company's own app is known (core §4); "empty": the company has none. */
export type AppState = "default" | "loading" | "fulfilled" | "empty" | "error";

type Load = { data?: { config?: BrandedAppConfig | undefined } | undefined; error: unknown; isFetching: boolean };

export const appState = ({ data, error, isFetching }: Load): AppState => {
  if (data) return data.config ? "fulfilled" : "empty";
  if (isFetching) return "loading";
  return error ? "error" : "default";
};
