import { useQuery } from "@connectrpc/connect-query";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";

type Props = { customerId: string; disabled: boolean; onChoose: (recordId: string) => void };

/** What the client signed, to be attached as its sealed PDF: one at a press, several to choose from. Nothing signed, nothing shown. */
export const AttachAgreement = ({ customerId, disabled, onChoose }: Props) => {
  const format = useFormat();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const signed = useQuery(
    AgreementRecordService.method.listSignedAgreements,
    { customerId, type: 1, pageSize: 20 },
    { meta: { quiet: true } },
  );
  const records = signed.data?.records ?? [];
  const [only] = records;
  if (!only) return null;
  const choose = (id: string) => {
    setAnchor(null);
    onChoose(id);
  };
  return (
    <>
      <Button
        size="small"
        disabled={disabled}
        aria-haspopup={records.length > 1 ? "menu" : undefined}
        onClick={({ currentTarget }) => (records.length > 1 ? setAnchor(currentTarget) : choose(only.id))}
      >
        Attach what the client signed
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {records.map(({ id, agreementHeader, signedTime }) => (
          <MenuItem key={id} onClick={() => choose(id)}>
            {agreementHeader}
            {signedTime && `, ${format.instant(signedTime)}`}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
