import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { IntakeFormBrief } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { RowArrows } from "../../../ui/lists/RowArrows.tsx";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { linkOf, standingOf } from "./form-words.ts";
import { useLayAside } from "./useLayAside.ts";

/** /intake_form/forms/list: the forms that newcomers fill in, in the order in which staff offer them. */
const FormsList = () => {
  const mobile = useMobile();
  const format = useFormat();
  const canEdit = useCan("accessBusinessSettings");
  const [{ show }, setQuery] = useQueryState({ show: "" });
  const archived = show === "archived";
  const list = useQuery(IntakeFormService.method.listIntakeForms, { pageSize: 200, archived });
  const rows = list.data?.forms;
  const kept = useQuery(IntakeFormService.method.listIntakeForms, { pageSize: 1, archived: true }, { meta: { quiet: true } });
  const choosable = archived || (kept.data?.forms.length ?? 0) > 0;
  const sort = useMutation(IntakeFormService.method.sortIntakeForms, { onSuccess: () => void list.refetch() });
  const aside = useLayAside(() => void Promise.all([list.refetch(), kept.refetch()]));
  const ids = (rows ?? []).map(({ id }) => id);
  const move = (from: number, to: number) => sort.mutate({ ids: moved(ids, from, to) });
  const standing = (one: IntakeFormBrief) => {
    const { word, tone } = standingOf(one);
    return <StatusChip tone={tone}>{word}</StatusChip>;
  };
  const page = ({ uuid, title, versionNumber }: IntakeFormBrief) =>
    versionNumber > 0 &&
    !archived && (
      <Link href={linkOf(uuid)} target="_blank" rel="noopener" aria-label={`See ${title} as clients do`}>
        See it as clients do
      </Link>
    );
  const columns: Column<IntakeFormBrief>[] = [
    { key: "title", header: "Form", cell: (one) => <Typography variant="subtitle2">{one.title}</Typography> },
    { key: "standing", header: "", cell: standing, nowrap: true },
    { key: "questions", header: "Questions", cell: (one) => one.questionCount, align: "right" },
    { key: "page", header: "", cell: page, nowrap: true, wide: true },
    { key: "changed", header: "Changed", cell: (one) => format.ago(one.updateTime), nowrap: true, wide: true },
  ];
  if (canEdit && !archived && ids.length > 1)
    columns.push({
      key: "order",
      header: "",
      align: "right",
      cell: (one) => <RowArrows name={one.title} at={ids.indexOf(one.id)} count={ids.length} disabled={sort.isPending} onMove={move} />,
    });
  if (canEdit)
    columns.push({
      key: "aside",
      header: "",
      align: "right",
      cell: (one) => {
        const act = one.archived ? "Reopen" : one.filledIn ? "Archive" : "Delete";
        return (
          <Button
            size="small"
            variant="text"
            aria-label={`${act} ${one.title}`}
            disabled={aside.pending}
            onClick={() => (act === "Delete" ? void aside.remove(one, () => void list.refetch()) : aside.archive(one))}
          >
            {act}
          </Button>
        );
      },
    });
  const add = canEdit && (
    <LinkButton to="/intake_form/forms/add" variant="contained" color="primary" startIcon={<Icon name="plus" />}>
      {mobile ? "Add" : "Add form"}
    </LinkButton>
  );
  return (
    <SettingsFrame title="Intake forms" back="/intake_form/submissions" maxWidth={960} actions={add}>
      {choosable && (
        <Box sx={{ display: "flex", mb: 1.5 }}>
          <Button sx={{ ml: "auto" }} variant="text" onClick={() => setQuery({ show: archived ? "" : "archived" })}>
            {archived ? "Show forms in use" : "Show archived forms"}
          </Button>
        </Box>
      )}
      <DataList
        label="Intake forms"
        rows={rows}
        rowKey={(one) => one.id}
        columns={columns}
        {...(canEdit && !archived && { onMove: move })}
        card={(one) => (
          <Box sx={{ display: "flex", gap: 1 }}>
            <Box sx={{ flex: 1 }}>
              <Typography variant="subtitle1">{one.title}</Typography>
              <Typography color="textSecondary">{one.questionCount} questions</Typography>
            </Box>
            {standing(one)}
          </Box>
        )}
        href={(one) => pathTo("/intake_form/forms/edit/:formId", { formId: one.id })}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          archived ? (
            <EmptyState icon="note" title="No archived forms" text="Forms you no longer use are kept here and can be reopened." />
          ) : (
            <EmptyState
              icon="note"
              title="No intake forms yet"
              text="Ask new clients what you need to know before the first visit. A new form starts with the usual questions."
            >
              {canEdit && (
                <LinkButton to="/intake_form/forms/add" variant="outlined">
                  Make your first form
                </LinkButton>
              )}
            </EmptyState>
          )
        }
      />
    </SettingsFrame>
  );
};

export default FormsList;
