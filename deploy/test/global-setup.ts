import { testServers } from "./servers.ts";

/** Once for a whole run: the servers and the template database, told to the test files through their environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const servers = await testServers();
  Object.assign(process.env, servers.env);
  return servers.stop;
}
