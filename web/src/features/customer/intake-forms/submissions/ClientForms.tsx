import { useQuery } from "@connectrpc/connect-query";
import { IntakeSubmissionService } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { SearchField } from "../../../../ui/lists/SearchField.tsx";
import { Section } from "../../../../ui/page/Section.tsx";
import { AnswerList } from "./AnswerList.tsx";

const { method } = IntakeSubmissionService;

/** The forms that became part of a client, with every answer, also those that fill no field. */
export const ClientForms = ({ customerId }: { customerId: string }) => {
  const format = useFormat();
  const [keyword, setKeyword] = useState("");
  const list = useQuery(
    method.listIntakeSubmissions,
    { customerId, pageSize: 100, keyword },
    { meta: { quiet: true }, enabled: customerId !== "0", placeholderData: keepPreviousData },
  );
  const [opened, setOpened] = useState("");
  const rows = list.data?.submissions ?? [];
  if (rows.length === 0 && keyword === "") return null;
  return (
    <Section title="Intake forms">
      <SearchField label="Search answers" value={keyword} onChange={setKeyword} />
      {rows.length === 0 && <Typography color="textSecondary">No answers match.</Typography>}
      {rows.map((one) => (
        <Box key={one.id} sx={{ borderTop: 1, borderColor: "line", py: 1 }}>
          <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
            <Box sx={{ flex: 1 }}>
              <Typography variant="subtitle1">{one.formTitle}</Typography>
              <Typography color="textSecondary">{format.ago(one.createTime)}</Typography>
            </Box>
            {keyword === "" && (
              <Button aria-expanded={opened === one.id} onClick={() => setOpened(opened === one.id ? "" : one.id)}>
                {opened === one.id ? "Hide answers" : "Show answers"}
              </Button>
            )}
          </Box>
          {(opened === one.id || keyword !== "") && <Answers id={one.id} keyword={keyword} />}
        </Box>
      ))}
    </Section>
  );
};

const Answers = ({ id, keyword }: { id: string; keyword: string }) => {
  const { data } = useQuery(method.getIntakeSubmission, { id });
  return data?.submission ? <AnswerList submission={data.submission} keyword={keyword} /> : null;
};
