import type { Config } from "../config.ts";
import type { Runtime } from "../runtime.ts";
import type { Endpoint } from "./implement.ts";

type Place = { runtime: Runtime; endpoint: Endpoint };
const places = new Map<Config, Map<string, Place>>();

/** Which RPCs this process answers itself; keyed by configuration, so that two installations in one test process stay apart. */
export function host(config: Config, path: string, place: Place): void {
  const mine = places.get(config) ?? new Map<string, Place>();
  mine.set(path, place);
  places.set(config, mine);
}

export const hosted = (config: Config, path: string): Place | undefined => places.get(config)?.get(path);
export const unhost = (config: Config): void => void places.delete(config);
