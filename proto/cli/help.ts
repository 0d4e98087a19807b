import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { commentOf, summaryOf } from "../descriptors/comments.ts";
import type { ContractMethod } from "../descriptors/contract.ts";
import { Tier } from "../gen/leashline/options/v1/access_pb.js";
import { Permission } from "../gen/leashline/options/v1/permissions_pb.js";
import type { Commands } from "./commands.ts";
import { kebab } from "./names.ts";

const globals = `
  -o, --output json|table|csv   how the answer is shown (json when it goes into a pipe, else table)
      --all                     every page of a list
      --columns a,b             which columns, for table and csv
  -i, --input file.json         the request as JSON, - for standard input; flags come on top
      --idempotency-key KEY     makes a write safe to repeat (one is made up otherwise)
      --business ID             the business to act in, instead of the session's
      --server URL              the server (LEASHLINE_URL, else where you signed in, else http://localhost:8080)
      --dry-run                 show the request and do not send it
      --help                    this`;

export function overview(commands: Commands): string {
  return `Leashline from the command line.

  leashline <domain> <call> [--field value ...]
  leashline <domain>                    the calls of a domain
  leashline <domain> <call> --help      its flags
  leashline login | logout | whoami

Domains: ${commands.domains().join(", ")}

Who you are: LEASHLINE_API_KEY, or LEASHLINE_SESSION, or leashline login.
${globals}

Exit codes: 0 done, 1 refused, 2 wrong command line, 3 not signed in, 4 no permission, 5 server not reachable, 70 a fault of the server.`;
}

const server = "  --server URL     the server (LEASHLINE_URL, else where you signed in, else http://localhost:8080)";

export const loginHelp = `leashline login

Signs in with e-mail and password and keeps the session for later calls. LEASHLINE_PASSWORD answers for you where there is no terminal.

  --email ADDRESS  asked for otherwise
${server}`;

export const logoutHelp = `leashline logout

Ends the session that leashline login keeps, and forgets it.

${server}`;

export const whoamiHelp = `leashline whoami

Says as whom, at which business and on which server calls are made.

${server}`;

export function domainHelp(commands: Commands, domain: string): string {
  const list = commands.list(domain);
  const width = Math.max(...list.map(([name]) => name.length));
  return list.map(([name, method]) => `  ${name.padEnd(width)}  ${summaryOf(method.desc)}`).join("\n");
}

export function callHelp(domain: string, name: string, method: ContractMethod): string {
  const needed = (method.access?.anyOf ?? []).map((permission) => Permission[permission]?.toLowerCase().replaceAll("_", " "));
  const who = { [Tier.ANONYMOUS]: "anybody", [Tier.ACCOUNT]: "a signed-in account", [Tier.BUSINESS]: "signed-in staff" } as Record<
    number,
    string
  >;
  const access = `Open to ${who[method.tier] ?? "signed-in staff and API keys"}${needed.length > 0 ? `; permission: ${needed.join(" or ")}` : ""}.`;
  const flags = flagLines(method.desc.input, "", 1);
  return [
    `leashline ${domain} ${name}`,
    commentOf(method.desc),
    access,
    flags.length > 0 ? `Flags:\n${flags.join("\n")}` : "It takes no flags of its own.",
    `Always:${globals}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function flagLines(desc: DescMessage, prefix: string, depth: number): string[] {
  return desc.fields.flatMap((field) => {
    const name = `${prefix}${kebab(field.name)}`;
    const note = commentOf(field).replaceAll("\n", " ");
    const line = `  --${name} ${typeHint(field)}${note ? `\n        ${note}` : ""}`;
    const inner =
      field.fieldKind === "message" && field.message.typeName.startsWith("leashline.") && depth < 2
        ? flagLines(field.message, `${name}.`, depth + 1)
        : [];
    return [line, ...inner];
  });
}

const hints: Readonly<Record<string, string>> = {
  "google.type.Money": '"12.50 USD"',
  "google.type.Date": "YYYY-MM-DD",
  "google.protobuf.Timestamp": "2026-11-20T09:00:00Z",
  "google.protobuf.Duration": "90s",
  "google.protobuf.FieldMask": "field,field",
};

function typeHint(field: DescField): string {
  const many = field.fieldKind === "list" ? "  (may be repeated)" : "";
  if (field.fieldKind === "map") return "key=value  (may be repeated)";
  if (field.message) return (hints[field.message.typeName] ?? "JSON") + many;
  if (field.enum)
    return field.enum.values.length > 12
      ? `${field.enum.name}${many}`
      : field.enum.values.map((value) => kebab(value.localName)).join("|") + many;
  if (field.scalar === ScalarType.BOOL) return "";
  return (field.scalar === ScalarType.STRING ? "TEXT" : field.scalar === ScalarType.BYTES ? "BYTES" : "NUMBER") + many;
}
