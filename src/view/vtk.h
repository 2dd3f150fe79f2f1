// Drawings as VTK files, which ParaView and VTK read: one .vtp (PolyData) for each moment and a
// .pvd that lists them with their times.
#ifndef REEVE_VIEW_VTK_H
#define REEVE_VIEW_VTK_H

#include "view/drawing.h"

#include <stdio.h>

// Writes one moment: cables as lines with tension, twist and radius, bodies and wheels as surfaces
// with the body's index, mass, velocity. False if memory or the file failed.
bool rv_vtk_write(FILE* file, const rv_drawing* drawing, const rv_world* world);

// The list of moments.
bool rv_vtk_collection_begin(FILE* file);
bool rv_vtk_collection_add(FILE* file, double time, const char* vtp_name);
bool rv_vtk_collection_end(FILE* file);

#endif
