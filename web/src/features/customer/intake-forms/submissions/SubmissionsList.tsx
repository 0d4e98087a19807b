import { useQuery } from "@connectrpc/connect-query";
import type { IntakeSubmission } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import {
  IntakeSubmissionFilter as Filter,
  IntakeSubmissionService,
} from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useCan } from "../../../../app/session/session.ts";
import { EmptyState } from "../../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../../ui/links/Link.tsx";
import { useQueryChange } from "../../../../ui/links/over.ts";
import { useQueryState } from "../../../../ui/links/useQueryState.ts";
import { DataList } from "../../../../ui/lists/DataList.tsx";
import type { Column } from "../../../../ui/lists/data-list.ts";
import { SearchField } from "../../../../ui/lists/SearchField.tsx";
import { HeaderActions } from "../../../../ui/page/HeaderActions.tsx";
import { later } from "../../../../ui/page/later.tsx";
import { PageFrame } from "../../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { downloadSubmissions } from "../../shared/exports/download.ts";
import { stateWord } from "./answer-text.ts";

const SubmissionDrawer = later(async () => (await import("./SubmissionDrawer.tsx")).SubmissionDrawer);
const SIZE = 20;
const FILTERS = [
  { at: "all", label: "All", filter: Filter.ALL },
  { at: "added", label: "Added", filter: Filter.ADDED },
  { at: "read", label: "Read", filter: Filter.READ },
  { at: "unread", label: "Unread", filter: Filter.UNREAD },
] as const;

/** /intake_form/submissions: the forms that came in. */
const SubmissionsList = () => {
  const format = useFormat();
  const [{ show, page, q }, setQuery] = useQueryState({ show: "all", page: "1", q: "" });
  const canExport = useCan("importClients");
  const { query, close } = useQueryChange();
  const chosen = FILTERS.find(({ at }) => at === show) ?? FILTERS[0];
  const list = useQuery(IntakeSubmissionService.method.listIntakeSubmissions, {
    filter: chosen.filter,
    keyword: q,
    pageSize: SIZE,
    pageNum: Number(page),
  });
  const rows = list.data?.submissions;
  const opened = query.get("submission") ?? "";
  const standing = (one: IntakeSubmission) => {
    const { word, tone } = stateWord(one.state);
    return <StatusChip tone={tone}>{word}</StatusChip>;
  };
  const columns: Column<IntakeSubmission>[] = [
    { key: "name", header: "From", cell: (one) => <Typography variant="subtitle2">{one.name}</Typography> },
    { key: "pets", header: "Pets", cell: (one) => one.petNames.join(", ") },
    { key: "form", header: "Form", cell: (one) => one.formTitle, wide: true },
    { key: "state", header: "", cell: standing, nowrap: true },
    { key: "came", header: "Came in", cell: (one) => format.ago(one.createTime), nowrap: true },
  ];
  return (
    <PageFrame
      title="Intake submissions"
      maxWidth={960}
      actions={
        <HeaderActions
          more={
            canExport && (list.data?.total ?? 0) > 0
              ? [{ label: "Export", onClick: () => void downloadSubmissions({ filter: chosen.filter, keyword: q }) }]
              : []
          }
        >
          <LinkButton to="/intake_form/forms/list">Forms</LinkButton>
        </HeaderActions>
      }
    >
      <Tabs
        value={chosen.at}
        aria-label="Which submissions"
        onChange={(_, at: string) => setQuery({ show: at, page: "1" })}
        sx={{ mb: 1.5 }}
      >
        {FILTERS.map(({ at, label }) => (
          <Tab key={at} value={at} label={label} />
        ))}
      </Tabs>
      <Box sx={{ mb: 1.5 }}>
        <SearchField label="Name, pet or answer" value={q} onChange={(next) => setQuery({ q: next, page: "1" })} />
      </Box>
      <DataList
        label="Submissions"
        rows={rows}
        rowKey={(one) => one.id}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "flex", gap: 1 }}>
            <Box sx={{ flex: 1 }}>
              <Typography variant="subtitle1">{one.name}</Typography>
              <Typography color="textSecondary">
                {[one.petNames.join(", "), format.ago(one.createTime)].filter(Boolean).join(" · ")}
              </Typography>
            </Box>
            {standing(one)}
          </Box>
        )}
        drawer
        href={(one) =>
          pathTo(
            "/intake_form/submissions",
            {},
            { submission: one.id, ...(show !== "all" && { show }), ...(q && { q }), ...(page !== "1" && { page }) },
          )
        }
        page={{
          at: Number(page),
          size: SIZE,
          total: list.data?.total ?? 0,
          onChange: (at) => setQuery({ page: String(at) }, { push: true }),
        }}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            icon="note"
            title={show === "all" && q === "" ? "No forms have come in yet" : "None of these"}
            text="Publish a form and send its link to new clients. What they fill in arrives here."
          />
        }
      />
      {opened && <SubmissionDrawer id={opened} onClose={() => close("submission")} onChanged={() => void list.refetch()} />}
    </PageFrame>
  );
};

export default SubmissionsList;
