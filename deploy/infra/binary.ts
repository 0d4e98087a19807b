import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface Server {
  /** Name of the program. */
  program: string;
  /** Debian's package. */
  package: string;
  /** Docker image, and the port inside it. */
  image: string;
  port: number;
}

/** How to call a server: a program of this machine, or the client of a Docker engine in its stead. */
export type Provided = { kind: "program"; path: string } | { kind: "docker"; path: string; image: string; inner: number };

/** A program on PATH, else from the system's package manager, else from Docker, else a message that says what to type. */
export function provide(server: Server, say: (line: string) => void): Provided {
  const found = onPath(server.program) ?? install(server, say);
  if (found) return { kind: "program", path: found };
  const docker = onPath("docker");
  if (docker && spawnSync(docker, ["info"], { stdio: "ignore", timeout: 10_000 }).status === 0) {
    say(`${server.program}: none here; using the Docker image ${server.image}`);
    return { kind: "docker", path: docker, image: server.image, inner: server.port };
  }
  throw new Error(howToGet(server));
}

/** Also looks where system servers live: an ordinary user's PATH often lacks sbin. */
export function onPath(program: string): string | undefined {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    "/usr/local/bin",
    "/usr/bin",
    "/usr/local/sbin",
    "/usr/sbin",
    "/opt/homebrew/bin",
  ];
  return folders.map((folder) => join(folder, program)).find((path) => path.startsWith("/") && isProgram(path));
}

/** Debian's or Ubuntu's package, when we may install one. */
export function install(server: Pick<Server, "program" | "package">, say: (line: string) => void): string | undefined {
  if (process.getuid?.() !== 0 || !onPath("apt-get")) return undefined;
  say(`${server.program}: installing the package ${server.package}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  withoutServices(() => {
    const apt = (...args: string[]) => spawnSync("apt-get", args, { env, encoding: "utf8" });
    const get = () => apt("install", "-y", "--no-install-recommends", server.package);
    if (get().status === 0) return;
    apt("update");
    const done = get();
    if (done.status !== 0) say(`apt-get could not install ${server.package}: ${(done.stderr ?? "").trim().split("\n").at(-1)}`);
  });
  keepFromBoot(server.package);
  return onPath(server.program);
}

/** While packages are set up, Debian asks this file whether their services may start. Ours says no: we run our own, on our own ports. */
function withoutServices(work: () => void): void {
  const policy = "/usr/sbin/policy-rc.d";
  const ours = !existsSync(policy);
  if (ours) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    work();
  } finally {
    if (ours) rmSync(policy, { force: true });
  }
}

/** Nor shall the system start the package's own service at its next boot. */
function keepFromBoot(service: string): void {
  if (!existsSync("/run/systemd/system")) return;
  spawnSync("systemctl", ["disable", "--now", service], { stdio: "ignore" });
}

function howToGet(server: Server): string {
  const command = onPath("brew")
    ? `brew install ${server.program.replace(/-server$/, "") === "redis" ? "redis" : server.program}`
    : `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${server.package}`;
  const variable = `LEASHLINE_${server.program.replace(/-server$/, "").toUpperCase()}_URL`;
  return [
    `${server.program} is needed and is neither on PATH nor could we install it. Run`,
    `  ${command}`,
    `(or start a Docker engine, or name a running server in ${variable}) and start again.`,
  ].join("\n");
}

/** Where a container finds the configuration that is written for it. */
export const inContainer = "/server.conf";

/** Its password stands in there, and not on a command line that every user of the machine may read. A container has a user of its own. */
export function writeConfig(provided: Provided, file: string, lines: readonly string[]): void {
  rmSync(file, { force: true });
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: provided.kind === "program" ? 0o600 : 0o644 });
}

/** The command line of a server: as it is, or inside a container that ends with its client. */
export function commandOf(
  provided: Provided,
  args: { native: string[]; container: string[]; port: number; folder: string; config: string; name: string },
): string[] {
  if (provided.kind === "program") return [provided.path, ...args.native];
  const name = `leashline-${args.name}-${args.port}`;
  execFileSync(provided.path, ["rm", "-f", name], { stdio: "ignore" });
  const mounts = ["-p", `127.0.0.1:${args.port}:${provided.inner}`, "-v", `${args.folder}:/data`, "-v", `${args.config}:${inContainer}:ro`];
  return [provided.path, "run", "--rm", "--name", name, ...mounts, provided.image, ...args.container];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
