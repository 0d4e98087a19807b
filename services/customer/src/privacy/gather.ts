import { type Ctx, type PersonIds, personKeepers } from "@leashline/kit";
import { type ErasureObstacle, PersonalDataService } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";

export type Document = { path: string; content: string };

/** What every service keeps of a person, a document for each kind of thing. */
export async function gather(ctx: Ctx, person: PersonIds): Promise<Document[]> {
  return (await Promise.all(personKeepers.map((service) => ofService(ctx, service, person)))).flat();
}

async function ofService(ctx: Ctx, service: string, person: PersonIds): Promise<Document[]> {
  const asked = { service, person: { customerIds: [...person.customerIds], petIds: [...person.petIds] } };
  const rows = new Map<string, string[]>();
  for (let pageToken = ""; ; ) {
    const page = await ctx.client(PersonalDataService, service).readPersonalData({ ...asked, pageToken });
    if (page.rows.length > 0) rows.set(page.name, [...(rows.get(page.name) ?? []), ...page.rows]);
    if (!page.nextPageToken) break;
    pageToken = page.nextPageToken;
  }
  return [...rows].map(([name, found]) => ({ path: `${service}/${name}.json`, content: `[\n${found.join(",\n")}\n]\n` }));
}

/** What stands in the way of erasing a person, wherever it lies. */
export async function obstaclesOf(ctx: Ctx, person: PersonIds): Promise<ErasureObstacle[]> {
  const asked = { customerIds: [...person.customerIds], petIds: [...person.petIds] };
  const answers = await Promise.all(
    personKeepers.map(async (service) => await ctx.client(PersonalDataService, service).findErasureObstacles({ service, person: asked })),
  );
  return answers.flatMap(({ obstacles }) => obstacles).sort((a, b) => a.reason - b.reason);
}
