// The same API from C++: the headers declare C linkage.
#include <reeve/reeve.h>

int main() {
    rv_world_def def = rv_world_def_default();
    rv_world* world = rv_world_create(&def, nullptr, 0);
    bool stepped = world != nullptr && rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK;
    rv_world_destroy(world);
    return stepped ? 0 : 1;
}
