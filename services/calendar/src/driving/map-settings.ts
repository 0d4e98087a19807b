import type { Runtime } from "@leashline/kit";

export type MapSettings = { readonly apiBase: string; readonly apiKey: string };

/** The vendor of maps; null while the operator names none. Without a base of its own it is Google itself. */
export function mapSettings(env: NodeJS.ProcessEnv): MapSettings | null {
  const { LEASHLINE_MAPS_API_KEY: apiKey, LEASHLINE_MAPS_API_BASE: base } = env;
  return apiKey ? { apiBase: (base || "https://maps.googleapis.com").replace(/\/$/, ""), apiKey } : null;
}

/** The style of the map that browsers draw; empty while the operator names none. */
export const mapStyle = ({ LEASHLINE_MAP_STYLE_URL: url }: NodeJS.ProcessEnv): string => url ?? "";

/** Wrong settings stop the boot; missing ones only mean that addresses are typed out and ways are estimated. */
export function checkMapSettings(runtime: Runtime): void {
  const settings = mapSettings(runtime.config.env);
  if (settings && !/^https?:\/\//.test(settings.apiBase))
    throw new Error("The settings do not allow a start: LEASHLINE_MAPS_API_BASE must start with http:// or https://.");
  const style = mapStyle(runtime.config.env);
  if (style && !/^https?:\/\//.test(style))
    throw new Error("The settings do not allow a start: LEASHLINE_MAP_STYLE_URL must start with http:// or https://.");
  if (!settings) runtime.log.info("maps are not set up: without LEASHLINE_MAPS_API_KEY addresses are not searched and ways are estimated");
}
