// Writes a tetrahedral mesh as a text of gmsh 2.2, which most programs can read. Sets become
// physical groups of points: a named group, and an element of type 15 (a point) for each of its
// nodes.
#include "io/reader.h"
#include "reeve/tet_file.h"

#include <errno.h>
#include <stdio.h>

typedef struct writing {
    const rv_tet_mesh* mesh;
    FILE* file;
} writing;

// what would end a name is replaced
static void write_name(FILE* file, const char* name) {
    fputc('"', file);
    for (; *name != '\0'; name++)
        fputc(*name == '"' || (unsigned char)*name < 0x20 || *name == 0x7f ? '_' : *name, file);
    fputs("\"\n", file);
}

static void write_names(const rv_tet_mesh* mesh, FILE* file) {
    if (mesh->set_count == 0)
        return;
    fprintf(file, "$PhysicalNames\n%d\n", mesh->set_count);
    for (int i = 0; i < mesh->set_count; i++) {
        fprintf(file, "0 %d ", i + 1);
        write_name(file, mesh->sets[i].name);
    }
    fputs("$EndPhysicalNames\n", file);
}

// points of sets first, then tetrahedra of one volume; a point's geometry has the number of its
// node
static void write_elements(const rv_tet_mesh* mesh, FILE* file) {
    long long count = mesh->tet_count, number = 1;
    for (int i = 0; i < mesh->set_count; i++)
        count += mesh->sets[i].node_count;
    fprintf(file, "$Elements\n%lld\n", count);
    for (int i = 0; i < mesh->set_count; i++)
        for (int k = 0; k < mesh->sets[i].node_count; k++, number++)
            fprintf(file, "%lld 15 2 %d %d %d\n", number, i + 1, mesh->sets[i].nodes[k] + 1,
                    mesh->sets[i].nodes[k] + 1);
    for (int t = 0; t < mesh->tet_count; t++, number++) {
        const int32_t* corners = &mesh->tets[4 * t];
        fprintf(file, "%lld 4 2 1 1 %d %d %d %d\n", number, corners[0] + 1, corners[1] + 1,
                corners[2] + 1, corners[3] + 1);
    }
    fputs("$EndElements\n", file);
}

static bool write_mesh(void* context) {
    const rv_tet_mesh* mesh = ((writing*)context)->mesh;
    FILE* file = ((writing*)context)->file;
    fputs("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", file);
    write_names(mesh, file);
    fprintf(file, "$Nodes\n%d\n", mesh->node_count);
    // 17 digits give the same number back
    for (int i = 0; i < mesh->node_count; i++)
        fprintf(file, "%d %.17g %.17g %.17g\n", i + 1, mesh->nodes[i].x, mesh->nodes[i].y,
                mesh->nodes[i].z);
    fputs("$EndNodes\n", file);
    write_elements(mesh, file);
    return ferror(file) == 0;
}

bool rv_tet_file_write(const char* path, const rv_tet_mesh* mesh, char* error, size_t bytes) {
    static const char* const ending = ".msh";
    char sentence[256] = "";
    rv_reader place = {.name = path, .error = sentence, .error_bytes = sizeof sentence};
    writing work = {mesh, NULL};
    bool good = true;
    if (rv_name_ending(path, &ending, 1) < 0)
        good = rv_reader_fail(&place, "is no gmsh file: its name must end in .msh");
    else if (mesh->node_count < 1 || mesh->tet_count < 1)
        good = rv_reader_fail(&place, "is not written: the mesh is empty");
    else if ((work.file = fopen(path, "wb")) == NULL)
        good = rv_reader_fail(&place, "cannot be written: %s", strerror(errno));
    if (work.file != NULL) {
        good = rv_run_in_plain_locale(write_mesh, &work);
        // a full disk may show only when the file is closed
        good = fclose(work.file) == 0 && good;
        if (!good) {
            rv_reader_fail(&place, "cannot be written: %s", strerror(errno));
            remove(path);
        }
    }
    if (bytes > 0)
        snprintf(error, bytes, "%s", sentence);
    return good;
}
