import { type DescEnum, type DescField, type DescMessage, type DescService, getOption, hasOption, ScalarType } from "@bufbuild/protobuf";
import { requestLimit } from "@leashline/kit/rpc/bounds/bounds.ts";
import { commentOf, summaryOf } from "@leashline/proto/descriptors/comments.ts";
import type { Contract, ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { type Access, Sensitivity, sensitivity, Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { Permission, PermissionSchema, permission as permissionOption } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { safe } from "../web/escape.ts";
import { inline, markdown } from "./markdown.ts";

const tiers: Readonly<Record<number, string>> = {
  [Tier.ANONYMOUS]: "anybody",
  [Tier.ACCOUNT]: "a signed-in account",
  [Tier.BUSINESS]: "signed-in staff with a chosen business",
  [Tier.INTEGRATOR]: "staff with a chosen business, or an API key",
};

export const publicMethods = (contract: Contract): ContractMethod[] =>
  contract.methods.filter((method) => method.access !== undefined && method.tier !== Tier.INTERNAL);

export const servicePath = (service: DescService): string => `/docs/${service.file.proto.package.split(".")[1]}.${service.name}`;

/** The services of a domain, with a line on each RPC. */
export function domainList(contract: Contract): string {
  const methods = publicMethods(contract);
  const services = [...new Set(methods.map((method) => method.service))];
  return services
    .map((service) => {
      const rows = methods
        .filter((method) => method.service === service)
        .map(
          (method) =>
            `<tr><td><a href="${servicePath(service)}#${method.desc.name}">${method.desc.name}</a></td><td>${inline(summaryOf(method.desc))}</td></tr>`,
        );
      return `<h2>${safe(service.file.proto.package.split(".")[1] ?? "")} · ${service.name}</h2>${markdown(commentOf(service))}<table class="calls"><tbody>${rows.join("")}</tbody></table>`;
    })
    .join("");
}

/** One service: its RPCs, then every type they speak of. */
export function servicePage(contract: Contract, service: DescService): string {
  const methods = publicMethods(contract).filter((method) => method.service === service);
  const types = new Map<string, DescMessage | DescEnum>();
  for (const { desc } of methods)
    for (const message of [desc.input, desc.output]) collect(message, types, new Set([desc.input.typeName, desc.output.typeName]));
  const requests = new Set(methods.flatMap(({ desc }) => [desc.input.typeName, desc.output.typeName]));
  const others = [...types.values()].filter((type) => !requests.has(type.typeName)).sort((a, b) => (a.name < b.name ? -1 : 1));
  return `${markdown(commentOf(service))}${methods.map(rpc).join("")}${others.length > 0 ? "<h2>Types</h2>" : ""}${others.map((type) => (type.kind === "enum" ? enumeration(type) : messageSection(type))).join("")}`;
}

function rpc(method: ContractMethod): string {
  const permissions = (method.access?.anyOf ?? []).map((id) => `<code>${Permission[id]}</code>`);
  const rest = method.routes.map((route) => `<li><code>${route.verb} /api${safe(route.template)}</code></li>`);
  return `<section id="${method.desc.name}"><h2><a href="#${method.desc.name}">${method.desc.name}</a></h2>
<ul class="ways"><li><code>POST ${method.path}</code>${method.read ? ' <span class="mark">read</span>' : ""}</li>${rest.join("")}</ul>
${markdown(commentOf(method.desc))}
<p class="access">Open to ${tiers[method.tier]}${permissions.length > 0 ? `, with ${permissions.join(" or ")}` : ""}. A request has at most ${requestLimit(method.access as Access) / 1024} KiB.</p>
<h3>Request</h3>${fieldTable(method.desc.input)}<h3>Response</h3>${fieldTable(method.desc.output)}</section>`;
}

function messageSection(message: DescMessage): string {
  return `<section id="${message.typeName}"><h3>${message.name}</h3>${markdown(commentOf(message))}${fieldTable(message)}</section>`;
}

function enumeration(desc: DescEnum): string {
  const rows = desc.values.map(
    (value) =>
      `<tr><td>${value.number}</td><td><code>${value.name}</code></td><td>${inline(commentOf(value).replaceAll("\n", " "))}</td></tr>`,
  );
  return `<section id="${desc.typeName}"><h3>${desc.name}</h3>${markdown(commentOf(desc))}<table><tbody>${rows.join("")}</tbody></table></section>`;
}

function fieldTable(message: DescMessage): string {
  if (message.fields.length === 0) return "<p>Nothing.</p>";
  const rows = message.fields.map(
    (field) => `<tr><td><code>${field.jsonName}</code></td><td>${typeText(field)}</td><td>${fieldNotes(field)}</td></tr>`,
  );
  return `<table class="fields"><tbody>${rows.join("")}</tbody></table>`;
}

function fieldNotes(field: DescField): string {
  const marked = hasOption(field, sensitivity) ? getOption(field, sensitivity) : Sensitivity.UNSPECIFIED;
  const mark =
    marked === Sensitivity.PERSONAL
      ? ' <span class="mark">personal</span>'
      : marked === Sensitivity.SECRET
        ? ' <span class="mark">secret</span>'
        : "";
  const choice = field.oneof ? ` <span class="mark">one of ${safe(field.oneof.name)}</span>` : "";
  return `${inline(commentOf(field).replaceAll("\n", " "))}${mark}${choice}`;
}

function typeText(field: DescField): string {
  const item = field.message
    ? link(field.message)
    : field.enum
      ? link(field.enum)
      : safe(ScalarType[field.scalar as ScalarType]?.toLowerCase() ?? "");
  if (field.fieldKind === "list") return `list of ${item}`;
  if (field.fieldKind === "map") return `map to ${item}`;
  return field.proto.proto3Optional ? `optional ${item}` : item;
}

function link(desc: DescMessage | DescEnum): string {
  const isOurs = desc.typeName.startsWith("leashline.");
  if (desc.typeName.startsWith("leashline.options.v1.Permission")) return '<a href="/docs/permissions">Permission</a>';
  return isOurs
    ? `<a href="#${desc.typeName}">${desc.name}</a>`
    : safe(desc.typeName.replace("google.protobuf.", "").replace("google.type.", ""));
}

/** Everything a message speaks of, itself included. */
function collect(message: DescMessage, into: Map<string, DescMessage | DescEnum>, always: ReadonlySet<string>): void {
  if (into.has(message.typeName) || !(message.typeName.startsWith("leashline.") || always.has(message.typeName))) return;
  into.set(message.typeName, message);
  for (const field of message.fields) {
    if (field.message) collect(field.message, into, always);
    if (field.enum?.typeName.startsWith("leashline.") && !field.enum.typeName.endsWith(".Permission"))
      into.set(field.enum.typeName, field.enum);
  }
}

export function permissionPage(): string {
  const rows = PermissionSchema.values
    .filter((value) => value.number !== 0)
    .map((value) => {
      const { name, category, title } = getOption(value, permissionOption);
      return `<tr><td>${value.number}</td><td><code>${safe(name)}</code></td><td>${safe(category)}</td><td>${safe(title)}</td></tr>`;
    });
  return `<p>A role, or an API key, holds permissions by their numbers. The owner holds all.</p><table><thead><tr><th>Number</th><th>Name</th><th>Group</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}
