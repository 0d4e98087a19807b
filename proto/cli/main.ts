import { readFileSync } from "node:fs";
import type { JsonObject } from "@bufbuild/protobuf";
import { toJsonString } from "@bufbuild/protobuf";
import { type Contract, loadContract } from "../descriptors/contract.ts";
import { type Line, readLine } from "./args.ts";
import { callAll, callOnce, explain, openTransport } from "./call.ts";
import { Commands } from "./commands.ts";
import { callHelp, domainHelp, loginHelp, logoutHelp, overview, whoamiHelp } from "./help.ts";
import { identityFrom } from "./identity.ts";
import { login, logout, whoami } from "./login.ts";
import { type Format, shown } from "./output.ts";
import { requestFrom } from "./request.ts";
import { exit, Usage } from "./usage.ts";

/** Where the program reads and writes; replaced in tests. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  input: NodeJS.ReadStream;
  /** Columns of the terminal; 0 for a pipe. */
  width: number;
  out: (text: string) => void;
  error: (text: string) => void;
}

const own = ["output", "all", "columns", "input", "idempotency-key", "business", "server", "dry-run", "help", "email"] as const;
type OwnFlag = (typeof own)[number];
const withoutValue = new Set<string>(["all", "dry-run", "help"]);

export async function run(
  argv: readonly string[],
  terminal: Terminal = thisTerminal(),
  contract: Contract = loadContract(),
): Promise<number> {
  try {
    return await dispatch(argv, terminal, contract);
  } catch (error) {
    const { text, code } = explain(error);
    terminal.error(text);
    return code;
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal, contract: Contract): Promise<number> {
  const commands = new Commands(contract);
  const line = readLine(argv, (name) => !withoutValue.has(name));
  const [domain, name] = line.words;
  if (domain === undefined || domain === "help") return say(terminal, overview(commands));
  const flags = ownFlags(line);
  const identity = identityFrom(terminal.env, flags.server);
  if (isOwnCommand(domain)) {
    if ("help" in flags) return say(terminal, ownCommands[domain].help);
    refuseOthers(domain, line);
    return await ownCommands[domain].run(terminal, identity, flags.email);
  }
  if (!commands.domains().includes(domain)) throw new Usage(`There is no domain "${domain}". Known: ${commands.domains().join(", ")}.`);
  if (name === undefined) return say(terminal, domainHelp(commands, domain));
  return await call(commands, domain, name, line, terminal, contract);
}

async function call(commands: Commands, domain: string, name: string, line: Line, terminal: Terminal, contract: Contract): Promise<number> {
  const method = commands.find(domain, name);
  if (!method) throw new Usage(unknownCall(commands, domain, name));
  const flags = ownFlags(line);
  if ("help" in flags) return say(terminal, callHelp(domain, name, method));
  if (line.words.length > 2) throw new Usage(`"${line.words[2]}" does not belong to a flag.`);
  const fields = line.flags.filter((flag) => !isOwn(flag.name, method.desc.input.field));
  const request = requestFrom(method.desc.input, fields, readInput(flags.input), contract.registry);
  if ("dry-run" in flags) return say(terminal, toJsonString(method.desc.input, request, { registry: contract.registry, prettySpaces: 2 }));
  const format = formatOf(flags.output, terminal);
  const identity = identityFrom(terminal.env, flags.server);
  const options = { identity, business: flags.business, idempotencyKey: flags["idempotency-key"] };
  const transport = openTransport(identity.url);
  const messages =
    "all" in flags ? await callAll(transport, method, request, options) : [await callOnce(transport, method, request, options)];
  const columns = (flags.columns ?? "").split(",").filter((column) => column !== "");
  return say(terminal, shown(method.desc.output, messages, format, contract.registry, columns, terminal.width));
}

/** What belongs to no RPC. A word or flag that such a command does not know ends it before anything happens. */
const ownCommands = {
  login: { help: loginHelp, takes: ["server", "email"], run: login },
  logout: { help: logoutHelp, takes: ["server"], run: logout },
  whoami: { help: whoamiHelp, takes: ["server"], run: whoami },
};

const isOwnCommand = (name: string): name is keyof typeof ownCommands => Object.hasOwn(ownCommands, name);

function refuseOthers(command: keyof typeof ownCommands, { words, flags }: Line): void {
  const unknown = flags.find(({ name }) => !ownCommands[command].takes.includes(name));
  if (unknown) throw new Usage(`leashline ${command} has no flag --${unknown.name}; --help shows what it has.`);
  if (words[1] !== undefined) throw new Usage(`"${words[1]}" does not belong to leashline ${command}.`);
}

type OwnFlags = Partial<Record<OwnFlag, string | undefined>>;

function ownFlags(line: Line): OwnFlags {
  return Object.fromEntries(
    line.flags.filter((flag) => (own as readonly string[]).includes(flag.name)).map((flag) => [flag.name, flag.value]),
  );
}

/** Where a request has a field of the same name as one of our flags, the field is meant. */
function isOwn(name: string, fields: Record<string, unknown>): boolean {
  if (!(own as readonly string[]).includes(name)) return false;
  return !(name in fields) || name === "output" || name === "help";
}

function formatOf(text: string | undefined, terminal: Terminal): Format {
  if (text === undefined) return terminal.width > 0 ? "table" : "json";
  if (text === "json" || text === "table" || text === "csv") return text;
  throw new Usage(`-o is json, table or csv, not "${text}".`);
}

function readInput(file: string | undefined): JsonObject {
  if (file === undefined) return {};
  try {
    return JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8")) as JsonObject;
  } catch (error) {
    throw new Usage(`--input: ${(error as Error).message}`);
  }
}

function unknownCall(commands: Commands, domain: string, name: string): string {
  const near = commands.near(domain, name);
  return `${domain} has no "${name}".${near.length > 0 ? ` Did you mean: ${near.join(", ")}?` : ""} leashline ${domain} lists all.`;
}

function say(terminal: Terminal, text: string): number {
  terminal.out(text);
  return exit.ok;
}

function thisTerminal(): Terminal {
  return {
    env: process.env,
    input: process.stdin,
    width: process.stdout.isTTY ? process.stdout.columns : 0,
    out: (text) => void process.stdout.write(`${text}\n`),
    error: (text) => void process.stderr.write(`${text}\n`),
  };
}
