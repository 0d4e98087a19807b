import type { IntakePage } from "@leashline/proto/leashline/customer/v1/intake_page_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useTitle } from "../../../../ui/page/title.ts";
import { calls, UNREACHED } from "./calls.ts";
import { FillForm } from "./FillForm.tsx";
import { FillFrame } from "./FillFrame.tsx";
import { type Kept, keep, readKept } from "./kept.ts";

const GoOn = lazy(() => import("./GoOn.tsx"));

/** /intake-form?formId={uuid}: where anybody fills in a form. What was typed stays on the device until it is sent. */
const FillPage = () => {
  const [search] = useSearchParams();
  const formId = search.get("formId") ?? "";
  const [page, setPage] = useState<IntakePage>();
  const [error, setError] = useState("");
  const [begun, setBegun] = useState(0);
  const [sent, setSent] = useState(false);
  useTitle(page?.title ?? "Intake form");
  const goOn = (kept: Kept) => {
    keep(formId, kept);
    setPage(undefined);
    setBegun(begun + 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was begun elsewhere opens the page anew
  useEffect(() => {
    let gone = false;
    calls()
      .then(({ openPage }) => openPage(formId, readKept(formId)?.ticket ?? ""))
      .then((opened) => !gone && (opened.page ? setPage(opened.page) : setError(opened.error)))
      .catch(() => !gone && setError(UNREACHED));
    return () => {
      gone = true;
    };
  }, [formId, begun]);
  return (
    <FillFrame page={page} error={error}>
      {page && !sent && !readKept(formId) && <Elsewhere formId={formId} onOpened={goOn} />}
      {page && <FillForm key={`${page.ticket} ${begun}`} formId={formId} page={page} onSent={() => setSent(true)} />}
    </FillFrame>
  );
};

/** For whoever began on another device. */
const Elsewhere = ({ formId, onOpened }: { formId: string; onOpened: (kept: Kept) => void }) => {
  const [open, setOpen] = useState(false);
  return (
    <Box sx={{ mb: 2 }}>
      {open ? (
        <Suspense>
          <GoOn formId={formId} onOpened={onOpened} />
        </Suspense>
      ) : (
        <Button variant="text" onClick={() => setOpen(true)}>
          Started on another device? Continue here
        </Button>
      )}
    </Box>
  );
};

export default FillPage;
