import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { AgreementRecord } from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { Icon } from "../../../../ui/icons.tsx";
import { EACH } from "../../shared/agreements/kinds.ts";

type AskProps = { customerId: string; waiting: readonly AgreementRecord[]; onAsked: () => void };

/** Asks for a signature that no appointment needs. One for every booking comes with its booking. */
export const AskToSign = ({ customerId, waiting, onAsked }: AskProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const list = useQuery(AgreementService.method.listAgreements, { pageSize: 200 });
  const ask = useMutation(AgreementRecordService.method.createUnsignedAgreement, { onSuccess: onAsked });
  const offered = list.data?.agreements.filter(
    (one) => one.agreementRequiredType !== EACH && !waiting.some(({ agreementId }) => agreementId === one.id),
  );
  if (!offered?.length) return null;
  return (
    <>
      <Button
        startIcon={<Icon name="plus" />}
        aria-haspopup="menu"
        loading={ask.isPending}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Ask to sign
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {offered.map((one) => (
          <MenuItem
            key={one.id}
            onClick={() => {
              setAnchor(null);
              ask.mutate({ customerId, agreementId: one.id });
            }}
          >
            {one.agreementHeader}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
