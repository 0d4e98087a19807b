import { useMutation } from "@connectrpc/connect-query";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { LinkButton, useGo } from "../../../ui/links/Link.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";

const PAGE = pathTo("/creditCard/:vendor/:panel", { vendor: "square", panel: "account" });

/** /creditCard/square/connect: finishes what Square's page answered. */
export const SquareConnect = () => {
  const [search] = useSearchParams();
  const [code, state] = [search.get("code") ?? "", search.get("state") ?? ""];
  if (code === "" || state === "")
    return <Told title="Square is not connected" text="Square was not allowed to work with Leashline. Nothing was changed." />;
  return <Finish code={code} state={state} />;
};

const Finish = ({ code, state }: { code: string; state: string }) => {
  const go = useGo();
  const { mutate, error } = useMutation(SquareAccountService.method.finishSquareAccount, {
    onSuccess: () => go(PAGE, { replace: true }),
    meta: { success: "Square connected", quiet: true },
  });
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    mutate({ code, state });
  }, [code, state, mutate]);
  if (!error) return <Told title="Connecting Square" text="One moment…" />;
  return <Told title="Square is not connected" text={messageOf(error)} />;
};

const Told = ({ title, text }: { title: string; text: string }) => (
  <PageFrame title="Square" windowTitle={title} back={PAGE}>
    <EmptyState icon="payment" title={title} text={text}>
      <LinkButton to={PAGE}>Back to Square</LinkButton>
    </EmptyState>
  </PageFrame>
);
