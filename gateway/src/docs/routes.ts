import { existsSync, readFileSync } from "node:fs";
import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import { OPENAPI_FILE } from "@leashline/proto/openapi/generate.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { errorPage } from "./errors-page.ts";
import { layout, type NavGroup } from "./html.ts";
import { markdown } from "./markdown.ts";
import { domainList, permissionPage, publicMethods, servicePage, servicePath } from "./reference.ts";
import { style } from "./style.ts";

const guideFile = new URL("../../../docs/integrator-guide.md", import.meta.url);

/** The API reference at /docs, written from the contract and its comments, which are read when somebody asks for the first page. */
export function serveDocs(app: FastifyInstance, load: () => Contract, headers: Record<string, string>): void {
  let reference: { pages: ReturnType<typeof pagesOf>; nav: NavGroup[] } | undefined;
  const made = new Map<string, string>();
  const send = (reply: FastifyReply, type: string, body: string) =>
    reply.headers(headers).header("cache-control", "no-cache").type(type).send(body);
  app.get("/docs/docs.css", async (_, reply) => send(reply, "text/css", style));
  app.get("/docs/openapi.json", async (_, reply) => send(reply, "application/json", readFileSync(OPENAPI_FILE, "utf8")));
  app.get("/docs", async (_, reply) => show("/docs", reply));
  app.get("/docs/*", async (request, reply) => show(`/docs/${(request.params as { "*": string })["*"].replace(/\/$/, "")}`, reply));

  function open() {
    const contract = load();
    return { pages: pagesOf(contract), nav: navigation(contract) };
  }

  function show(path: string, reply: FastifyReply): FastifyReply {
    reference ??= open();
    const { pages, nav } = reference;
    const page = pages.get(path);
    if (!page)
      return send(
        reply.code(404),
        "text/html; charset=utf-8",
        layout({ title: "Not found", path, body: '<p>There is no such page. <a href="/docs">All services</a></p>' }, nav),
      );
    const html = made.get(path) ?? layout({ title: page.title, path, body: page.body() }, nav);
    made.set(path, html);
    return send(reply, "text/html; charset=utf-8", html);
  }
}

function pagesOf(contract: Contract): Map<string, { title: string; body: () => string }> {
  const pages = new Map<string, { title: string; body: () => string }>([
    ["/docs", { title: "Services", body: () => domainList(contract) }],
    ["/docs/errors", { title: "Errors", body: errorPage }],
    ["/docs/permissions", { title: "Permissions", body: permissionPage }],
  ]);
  if (existsSync(guideFile))
    pages.set("/docs/guide", { title: "Integrator guide", body: () => markdown(readFileSync(guideFile, "utf8").replace(/^# .*\n/, "")) });
  for (const { service } of publicMethods(contract))
    pages.set(servicePath(service), { title: service.name, body: () => servicePage(contract, service) });
  return pages;
}

function navigation(contract: Contract): NavGroup[] {
  const groups = new Map<string, Map<string, string>>();
  for (const { domain, service } of publicMethods(contract)) {
    const links = groups.get(domain) ?? new Map();
    groups.set(domain, links.set(servicePath(service), service.name.replace(/Service$/, "")));
  }
  const start = {
    "/docs/guide": "First call in five minutes",
    "/docs": "All services",
    "/docs/errors": "Errors",
    "/docs/permissions": "Permissions",
  };
  return [
    { title: "Start", links: Object.entries(start).map(([href, text]) => ({ href, text })) },
    ...[...groups].map(([domain, links]) => ({
      title: domain.replaceAll("_", " "),
      links: [...links].map(([href, text]) => ({ href, text })),
    })),
  ];
}
