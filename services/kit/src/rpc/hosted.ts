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

const services = new Map<Config, Set<string>>();

/** Notes that a whole service runs in this process: for the calls that every service answers. */
export function hostService(config: Config, name: string): void {
  services.set(config, (services.get(config) ?? new Set<string>()).add(name));
}
export const hostsService = (config: Config, name: string): boolean => services.get(config)?.has(name) === true;

export const hosted = (config: Config, path: string): Place | undefined => places.get(config)?.get(path);
export const unhost = (config: Config): void => {
  places.delete(config);
  services.delete(config);
};
