// Writes gen/topics.gen.ts: what may be told to open browsers and who hears it, for services, gateway and web.
import { fileURLToPath } from "node:url";
import { getOption } from "@bufbuild/protobuf";
import { TopicSchema, topic } from "../gen/leashline/options/v1/topics_pb.js";
import { writeIfChanged } from "./generate.ts";

const lines = TopicSchema.values
  .filter(({ number }) => number !== 0)
  .map((value) => {
    const { name, anyOf, staffScopes, company } = getOption(value, topic);
    return `  "${name}": { anyOf: [${anyOf.join(", ")}], staffScopes: [${staffScopes.join(", ")}], company: ${company} },\n`;
  });

writeIfChanged(
  fileURLToPath(new URL("../gen/topics.gen.ts", import.meta.url)),
  `/** Who hears of what: one of the permissions, or everybody where none is named. Written by \`make generate\`. */
export type TopicRule = { readonly anyOf: readonly number[]; readonly staffScopes: readonly number[]; readonly company: boolean };

export const topics = {
${lines.join("")}} as const satisfies Record<string, TopicRule>;

export type Topic = keyof typeof topics;
`,
);
