import { fail, inList } from "@leashline/kit";
import type { Db } from "../db.ts";
import { namesAskedFor, type Whose } from "./asked-already.store.ts";

type Asked = { readonly classId: string; readonly pets: readonly { readonly petName: string }[] };

/** A pet is asked into a class once: 900008 with the pet's field while an earlier request for it waits. */
export async function mustNotAskAgain(db: Db, whose: Whose, { classId, pets }: Asked): Promise<void> {
  const asked = await namesAskedFor(db, whose, classId);
  const nth = pets.findIndex(({ petName }) => asked.has(petName.trim().toLowerCase()));
  if (nth < 0) return;
  throw fail("STATE_CONFLICT", {
    field: inList("pets", nth, "petName"),
    message: `You have asked for this class with ${pets[nth]?.petName.trim()} already. Please wait for our answer to that request, or call.`,
    facts: { why: "askedAlready" },
  });
}
