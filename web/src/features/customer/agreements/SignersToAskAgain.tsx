import { useQuery } from "@connectrpc/connect-query";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import type { Agreement } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Pages } from "../../../ui/lists/Pages.tsx";
import { howAskedAgain } from "./agreement-words.ts";

const SIZE = 20;

/** Who has signed, and has to sign again: the text was flushed since, or the signature ran out. Nothing where there is nobody. */
export const SignersToAskAgain = ({ agreement: { id: agreementId, agreementRequiredType } }: { agreement: Agreement }) => {
  const format = useFormat();
  const [page, setPage] = useState(1);
  const { data } = useQuery(AgreementRecordService.method.listSignersToAskAgain, { agreementId, pageSize: SIZE, pageNum: page });
  if (!data?.total) return null;
  return (
    <Box component="section" aria-label="Signed before">
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        Have to sign again ({data.total})
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {howAskedAgain(agreementRequiredType)}
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data.signers.map(({ customerId, firstName, lastName, signedTime, expired }) => (
          <Box component="li" key={customerId} sx={{ py: 0.5 }}>
            <TextLink to={pathTo("/client/:customerId/agreements/:panel?", { customerId })}>{`${firstName} ${lastName}`.trim()}</TextLink>{" "}
            <Typography component="span" color="textSecondary">
              signed {format.agoWithin(signedTime)}
              {expired && ", ran out"}
            </Typography>
          </Box>
        ))}
      </Box>
      {data.total > SIZE && <Pages at={page} size={SIZE} total={data.total} onChange={setPage} />}
    </Box>
  );
};
