import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Compare } from "./Compare.tsx";
import { Duplicates } from "./Duplicates.tsx";
import { MergeOne } from "./MergeOne.tsx";

const start = { of: "", into: "", from: "" };
const isId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text);

/** /client/merge: who may be there twice; `?of=` for one client; `?into=&from=` two of them side by side. */
const MergePage = () => {
  const [{ of, into, from }, setState] = useQueryState(start);
  const canMerge = useCan("deleteClient");
  const compare = (winnerId: string, loserId: string) => setState({ into: winnerId, from: loserId }, { push: true });
  if ((into || of) && !canMerge)
    return (
      <PageFrame title="Merge clients" back="/client">
        <EmptyState icon="clients" title="You may not merge clients" text="Ask an owner for the permission to delete clients and pets." />
      </PageFrame>
    );
  if (isId(into) && isId(from)) return <Compare winnerId={into} loserId={from} onSwap={() => setState({ into: from, from: into })} />;
  if (isId(of)) return <MergeOne customerId={of} onCompare={compare} />;
  return <Duplicates onCompare={compare} />;
};

export default MergePage;
