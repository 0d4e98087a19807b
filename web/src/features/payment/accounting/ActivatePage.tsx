import { useMutation } from "@connectrpc/connect-query";
import { AccountingService } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import Button from "@mui/material/Button";
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { LinkButton, useGo } from "../../../ui/links/Link.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";

const PAGE = "/finance/accounting";

/** /quickbook/activate: leads to QuickBooks, and is where QuickBooks leads back to with its answer. */
const ActivatePage = () => {
  const [search] = useSearchParams();
  const [code, state, realmId] = [search.get("code") ?? "", search.get("state") ?? "", search.get("realmId") ?? ""];
  if (state === "") return <Begin />;
  if (code === "" || realmId === "")
    return <Told title="QuickBooks is not connected" text="QuickBooks was not allowed to share the books. Nothing was changed." />;
  return <Finish code={code} state={state} realmId={realmId} />;
};

const Begin = () => {
  const begin = useMutation(AccountingService.method.beginAccounting, {
    onSuccess: ({ address }) => window.location.assign(address),
    meta: { quiet: true },
  });
  const text = "QuickBooks asks you to sign in, to choose your company, and to allow Leashline to write journal entries into its books.";
  return (
    <Told title="Connect QuickBooks" text={begin.error ? messageOf(begin.error) : text}>
      <Button variant="contained" disabled={begin.isPending || begin.isSuccess} onClick={() => begin.mutate({})}>
        Continue to QuickBooks
      </Button>
    </Told>
  );
};

const Finish = (answer: { code: string; state: string; realmId: string }) => {
  const go = useGo();
  const { mutate, error } = useMutation(AccountingService.method.finishAccounting, {
    onSuccess: () => go(`${PAGE}/accounts`, { replace: true }),
    meta: { success: "QuickBooks connected", quiet: true },
  });
  const sent = useRef(false);
  const { code, state, realmId } = answer;
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    mutate({ code, state, realmId });
  }, [code, state, realmId, mutate]);
  if (!error) return <Told title="Connecting QuickBooks" text="One moment…" />;
  return <Told title="QuickBooks is not connected" text={messageOf(error)} />;
};

const Told = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <PageFrame title="Accounting" windowTitle={title} back={PAGE}>
    <EmptyState icon="finance" title={title} text={text}>
      {children ?? <LinkButton to={PAGE}>Back to accounting</LinkButton>}
    </EmptyState>
  </PageFrame>
);

export default ActivatePage;
